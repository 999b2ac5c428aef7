<?php

const TOLERANCE_S = 300;

/**
 * Verifies a webhook (Standard Webhooks 1.0) and returns its event.
 *
 * @param string $secret the `secret` of the webhook: `whsec_…`
 * @param array<string, string> $headers with names in lower case
 * @param string $body the bytes of the request as received: file_get_contents('php://input')
 */
function verify_webhook(string $secret, array $headers, string $body): array
{
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > TOLERANCE_S) {
        throw new RuntimeException('too old or too new');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $mac = hash_hmac('sha256', "{$headers['webhook-id']}.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($mac);
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('the signature does not match');
}
