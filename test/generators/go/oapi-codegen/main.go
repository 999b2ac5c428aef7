// Makes, reads and lists a video with the client that oapi-codegen made.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	framewright "framewright/test/generators/go/oapi-codegen/framewright"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client := must(framewright.NewClientWithResponses(os.Getenv("BASE_URL"), framewright.WithRequestEditorFn(authorize)))
	ctx := context.Background()
	template := uuid.MustParse(os.Getenv("TEMPLATE"))

	fps := framewright.CreateVideoBodyFps(24)
	test := true
	var title framewright.Modifications_Variables_AdditionalProperties
	if err := title.FromModificationsVariables0("Ada"); err != nil {
		panic(err)
	}
	variables := map[string]framewright.Modifications_Variables_AdditionalProperties{"title": title}
	body := framewright.CreateVideoBody{
		TemplateId: template, Format: "mp4", Fps: &fps, Test: &test,
		Modifications: &framewright.Modifications{Variables: &variables},
	}
	video := must(client.CreateVideoWithResponse(ctx, &framewright.CreateVideoParams{}, body)).JSON202
	for deadline := time.Now().Add(90 * time.Second); video.Status == "PROCESSING" && time.Now().Before(deadline); {
		time.Sleep(500 * time.Millisecond)
		video = must(client.GetVideoWithResponse(ctx, video.Id, &framewright.GetVideoParams{})).JSON200
	}
	limit := 100
	isListed := false
	for _, each := range must(client.ListVideosWithResponse(ctx, &framewright.ListVideosParams{Limit: &limit})).JSON200.Data {
		isListed = isListed || each.Id == video.Id
	}
	version := 1000
	body.Version = &version
	refused := must(client.CreateVideoWithResponse(ctx, &framewright.CreateVideoParams{}, body)).StatusCode()
	frame := must(client.GetTemplateFrameWithResponse(ctx, template, &framewright.GetTemplateFrameParams{})).Body
	enabled := false
	webhook := must(client.CreateWebhookWithResponse(ctx, framewright.CreateWebhookBody{
		Url: "https://example.com/oapi", Events: []framewright.CreateWebhookBodyEvents{"video.finished"}, Enabled: &enabled,
	})).JSON201

	var duration float64 = video.Duration
	var _ framewright.Event // the body of the requests that a webhook receives
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id": video.Id, "status": video.Status, "fps": video.Fps, "duration": duration, "isListed": isListed,
		"refused": refused, "frame": string(frame[1:4]), "secret": webhook.Secret[:6],
	})
}
