{{/* What callers reach of the gateway, never its probes: the API, and files where the gateway serves them. */}}
{{- define "framewright.publicPaths" -}}
- /v1
{{- if eq .Values.storage.type "volume" }}
- /assets
{{- end }}
{{- end -}}
