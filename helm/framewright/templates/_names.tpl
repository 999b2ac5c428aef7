{{- define "framewright.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 36 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 36 characters, so that "-webhooks-migrate-" and a hash still fit into a name of 63. */}}
{{- define "framewright.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 36 | trimSuffix "-" -}}
{{- else if contains (include "framewright.name" .) .Release.Name -}}
{{- .Release.Name | trunc 36 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "framewright.name" .) | trunc 36 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Argument: (dict "root" $ "component" name). What selects a component's pods and never changes. */}}
{{- define "framewright.selector" -}}
app.kubernetes.io/name: {{ include "framewright.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "framewright.labels" -}}
{{ include "framewright.selector" . }}
app.kubernetes.io/part-of: framewright
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | quote }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Argument: (dict "root" $ "component" name). */}}
{{- define "framewright.image" -}}
{{- $facts := get (include "framewright.components" .root | fromYaml) .component -}}
{{- $values := get .root.Values.components .component -}}
{{- $name := printf "%s/%s" .root.Values.image.repository $facts.image -}}
{{- if $values.image.digest -}}
{{- printf "%s@%s" $name $values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name ($values.image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
