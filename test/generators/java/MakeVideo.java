import com.framewright.generated.ApiClient;
import com.framewright.generated.ApiException;
import com.framewright.generated.api.TemplatesApi;
import com.framewright.generated.api.VideosApi;
import com.framewright.generated.api.WebhooksApi;
import com.framewright.generated.model.CreateVideoBody;
import com.framewright.generated.model.CreateWebhookBody;
import com.framewright.generated.model.Modifications;
import com.framewright.generated.model.VariableValue;
import com.framewright.generated.model.Video;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Makes, reads and lists a video with the client that OpenAPI Generator made. */
public class MakeVideo {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(System.getenv("API_KEY"));
    VideosApi videos = new VideosApi(client);
    UUID template = UUID.fromString(System.getenv("TEMPLATE"));

    CreateVideoBody body = new CreateVideoBody()
        .templateId(template)
        .format(CreateVideoBody.FormatEnum.MP4)
        .fps(CreateVideoBody.FpsEnum.NUMBER_24)
        .modifications(new Modifications().variables(Map.of("title", new VariableValue("Ada"))))
        .test(true);
    Video video = videos.createVideo(body, null);
    long deadline = System.currentTimeMillis() + 90_000;
    while (video.getStatus() == Video.StatusEnum.PROCESSING && System.currentTimeMillis() < deadline) {
      Thread.sleep(500);
      video = videos.getVideo(video.getId(), null);
    }
    UUID id = video.getId();
    boolean isListed = videos.listVideos(null, null, null, null, null, null, null, null, 100, null).getData().stream().anyMatch(each -> each.getId().equals(id));
    int refused = 0;
    try {
      videos.createVideo(body.version(1000), null);
    } catch (ApiException error) {
      refused = error.getCode();
    }
    byte[] frame = Files.readAllBytes(new TemplatesApi(client).getTemplateFrame(template, null, null, null, null, null, null, null).toPath());
    String secret = new WebhooksApi(client).createWebhook(new CreateWebhookBody()
        .url(java.net.URI.create("https://example.com/java"))
        .events(List.of(CreateWebhookBody.EventsEnum.VIDEO_FINISHED))
        .enabled(false)).getSecret();
    System.out.println(client.getJSON().getGson().toJson(Map.of(
        "id", id,
        "status", video.getStatus(),
        "fps", video.getFps(),
        "duration", video.getDuration(),
        "isListed", isListed,
        "refused", refused,
        "frame", new String(Arrays.copyOfRange(frame, 1, 4), StandardCharsets.US_ASCII),
        "secret", secret.substring(0, 6))));
  }
}
