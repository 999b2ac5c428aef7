// Makes, reads and lists a video with the client that OpenAPI Generator made.
package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"time"

	framewright "framewright/test/generators/go/openapi-generator/framewright"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := framewright.NewConfiguration()
	configuration.Servers = framewright.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := framewright.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), framewright.ContextAccessToken, os.Getenv("API_KEY"))
	template := os.Getenv("TEMPLATE")

	body := framewright.NewCreateVideoBody(template, "mp4")
	body.SetFps(24)
	body.SetTest(true)
	title := "Ada"
	modifications := framewright.NewModifications()
	modifications.SetVariables(map[string]framewright.VariableValue{"title": {String: &title}})
	body.SetModifications(*modifications)
	video := must(client.VideosAPI.CreateVideo(ctx).CreateVideoBody(*body).Execute())
	for deadline := time.Now().Add(90 * time.Second); video.Status == "PROCESSING" && time.Now().Before(deadline); {
		time.Sleep(500 * time.Millisecond)
		video = must(client.VideosAPI.GetVideo(ctx, video.Id).Execute())
	}
	isListed := false
	for _, each := range must(client.VideosAPI.ListVideos(ctx).Limit(100).Execute()).Data {
		isListed = isListed || each.Id == video.Id
	}
	body.SetVersion(1000)
	_, refused, _ := client.VideosAPI.CreateVideo(ctx).CreateVideoBody(*body).Execute()
	file := must(client.TemplatesAPI.GetTemplateFrame(ctx, template).Execute())
	frame, err := io.ReadAll(file)
	if err != nil {
		panic(err)
	}
	hook := framewright.NewCreateWebhookBody("https://example.com/go", []string{"video.finished"})
	hook.SetEnabled(false)
	webhook := must(client.WebhooksAPI.CreateWebhook(ctx).CreateWebhookBody(*hook).Execute())

	var duration float64 = video.Duration
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id": video.Id, "status": video.Status, "fps": video.Fps, "duration": duration, "isListed": isListed,
		"refused": refused.StatusCode, "frame": string(frame[1:4]), "secret": webhook.Secret[:6],
	})
}
