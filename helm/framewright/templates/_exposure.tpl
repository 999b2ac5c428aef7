{{/* What callers reach of the gateway, never its probes: the API, and files where the gateway serves them. */}}
{{- define "framewright.publicPaths" -}}
- /v1
{{- if or (eq .Values.storage.type "volume") (not .Values.exposure.assetsUrl) }}
- /assets
{{- end }}
{{- end -}}
