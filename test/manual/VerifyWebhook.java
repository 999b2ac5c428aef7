import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class VerifyWebhook {
  private static final long TOLERANCE_S = 300;

  /**
   * Verifies a webhook (Standard Webhooks 1.0).
   *
   * @param secret the {@code secret} of the webhook: {@code whsec_…}
   * @param headers with names in lower case
   * @param body the bytes of the request as received, before any JSON parser
   */
  static void verify(String secret, Map<String, String> headers, byte[] body) throws GeneralSecurityException {
    String timestamp = headers.get("webhook-timestamp");
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_S)
      throw new GeneralSecurityException("too old or too new");
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((headers.get("webhook-id") + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    for (String given : headers.get("webhook-signature").split(" "))
      if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8)))
        return;
    throw new GeneralSecurityException("the signature does not match");
  }
}
