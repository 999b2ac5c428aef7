import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Verifies the deliveries on stdin and prints whether each is valid, as a JSON array. Each is a line: secret, id, timestamp,
 * signatures and the body in base64, between tabs.
 */
final class VerifyMain {
  public static void main(String[] args) throws Exception {
    List<Boolean> outcomes = new ArrayList<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] sent = line.split("\t");
      Map<String, String> headers =
          Map.of("webhook-id", sent[1], "webhook-timestamp", sent[2], "webhook-signature", sent[3]);
      outcomes.add(isValid(sent[0], headers, Base64.getDecoder().decode(sent[4])));
    }
    System.out.println(outcomes);
  }

  private static boolean isValid(String secret, Map<String, String> headers, byte[] body) {
    try {
      VerifyWebhook.verify(secret, headers, body);
      return true;
    } catch (GeneralSecurityException refused) {
      return false;
    }
  }
}
