{{/* What callers and browsers reach of the gateway, never its probes: the API, the console, the files that it plays, and fonts. */}}
{{- define "framewright.publicPaths" -}}
- /v1
- /console
- /assets
- /fonts
{{- end -}}

{{/* The proxies in front of the gateway, comma-separated. Without them all callers would share the proxy's address and its limits. */}}
{{- define "framewright.trustedProxies" -}}
{{- if and (ne .Values.exposure.type "none") (not .Values.exposure.trustedProxies) -}}
{{- fail (printf "exposure.trustedProxies is required with exposure.type %s: the addresses or networks (CIDR) from which its proxies connect to the gateway, such as [10.244.0.0/16] for the pods of an ingress controller. Without it every caller has the proxy's address, and one caller's bad keys count for all" .Values.exposure.type) -}}
{{- end -}}
{{- join "," .Values.exposure.trustedProxies -}}
{{- end -}}
