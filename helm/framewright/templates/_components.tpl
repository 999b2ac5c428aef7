{{/*
The fixed facts of each component; what an operator may choose is in values.yaml. Everything that is rendered for one
is rendered for all from this map.

  app         folder below apps/, and the entry point within the image
  image       last part of the image's name
  secrets     variables that come from a Secret
  database    owns a schema and migrates it
  storage     reads and writes files
  internet    connects to addresses that callers choose
  http        has a port for callers
*/}}
{{- define "framewright.components" -}}
gateway:
  app: gateway
  image: gateway
  secrets: [DATABASE_URL, NATS_URL]
  database: true
  storage: true
  http: true
videos:
  app: videos
  image: videos
  secrets: [DATABASE_URL, NATS_URL]
  database: true
  storage: true
credits:
  app: credits
  image: credits
  secrets: [DATABASE_URL, NATS_URL]
  database: true
webhooks:
  app: webhooks
  image: webhooks
  secrets: [DATABASE_URL, NATS_URL, WEBHOOK_SECRET_KEY]
  database: true
  internet: true
{{- range $name := list "renderer" "renderer-gpu" }}
{{- $values := get $.Values.components $name }}
{{- if $values.enabled }}
{{ $name }}:
  app: renderer
  image: {{ ternary "renderer-cuda" "renderer" $values.gpu.enabled }}
  secrets: [NATS_URL]
  storage: true
  internet: true
  workDir: true
{{- end }}
{{- end }}
{{- end -}}

{{- define "framewright.publicBaseUrl" -}}
{{- if .Values.exposure.publicBaseUrl -}}
{{- .Values.exposure.publicBaseUrl -}}
{{- else -}}
{{- printf "https://%s/v1" (required "exposure.host or exposure.publicBaseUrl is required: callers' address of the API" .Values.exposure.host) -}}
{{- end -}}
{{- end -}}

{{- define "framewright.assetsUrl" -}}
{{- if .Values.exposure.assetsUrl -}}
{{- .Values.exposure.assetsUrl -}}
{{- else -}}
{{- printf "https://%s/assets" (required "exposure.assetsUrl or exposure.host is required: where finished files are served" .Values.exposure.host) -}}
{{- end -}}
{{- end -}}

{{- define "framewright.storageUrl" -}}
{{- if eq .Values.storage.type "s3" -}}
{{- $s3 := .Values.storage.s3 -}}
{{- printf "s3://%s/%s?endpoint=%s&region=%s&path-style=%t" (required "storage.s3.bucket is required" $s3.bucket) $s3.prefix (required "storage.s3.endpoint is required" $s3.endpoint | urlquery) ($s3.region | urlquery) $s3.pathStyle -}}
{{- with $s3.publicEndpoint }}&public-endpoint={{ urlquery . }}{{ end -}}
{{- else -}}
file:///data
{{- end -}}
{{- end -}}
