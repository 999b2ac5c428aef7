{{/* An embedded server's claim, unless it keeps nothing. Argument: its values. */}}
{{- define "framewright.embeddedClaim" -}}
{{- if ne .storageClassName "none" -}}
volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: { name: data }
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .storageClassName }}
      storageClassName: {{ . }}
      {{- end }}
      resources:
        requests: { storage: {{ .size }} }
{{- end -}}
{{- end -}}
