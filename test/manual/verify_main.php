<?php

// Verifies the deliveries on stdin, a JSON array, and prints whether each is valid.

require 'verify_webhook.php';

$is_valid = function (array $delivery): bool {
    try {
        verify_webhook($delivery['secret'], $delivery['headers'], $delivery['body']);
        return true;
    } catch (RuntimeException) {
        return false;
    }
};
echo json_encode(array_map($is_valid, json_decode(stream_get_contents(STDIN), true)));
