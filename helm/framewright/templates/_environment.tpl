{{/* A password of an embedded server. Argument: (dict "root" $ "of" name). A letter first: nats-server reads "12e4" as a number. */}}
{{- define "framewright.password" -}}
{{- $seed := required "secretSeed (16 characters or more) is required with an embedded server" .root.Values.secretSeed -}}
{{- printf "p%s" (printf "%s:%s:%s" $seed .root.Release.Name .of | sha256sum | trunc 40) -}}
{{- end -}}

{{- define "framewright.natsHost" -}}
{{- printf "%s-nats" (include "framewright.fullname" .) -}}
{{- end -}}

{{- define "framewright.postgresqlHost" -}}
{{- printf "%s-postgresql" (include "framewright.fullname" .) -}}
{{- end -}}

{{/*
A variable's value where the chart itself knows it, else nothing. Argument: (dict "root" $ "component" name "variable" name).
*/}}
{{- define "framewright.ownSecretValue" -}}
{{- $values := get .root.Values.components .component -}}
{{- $app := (get (include "framewright.components" .root | fromYaml) .component).app -}}
{{- if and (eq .variable "DATABASE_URL") .root.Values.postgresql.embedded.enabled -}}
{{- printf "postgresql://framewright_%s:%s@%s:5432/framewright" $app (include "framewright.password" (dict "root" .root "of" (printf "postgresql-%s" $app))) (include "framewright.postgresqlHost" .root) -}}
{{- else if and (eq .variable "NATS_URL") .root.Values.nats.embedded.enabled -}}
{{- printf "nats://%s:%s@%s:4222" $app (include "framewright.password" (dict "root" .root "of" (printf "nats-%s" $app))) (include "framewright.natsHost" .root) -}}
{{- else if and (eq .variable "WEBHOOK_SECRET_KEY") .root.Values.secretSeed (not $values.existingSecret) -}}
{{- printf "%s:%s:webhook-secret-key" .root.Values.secretSeed .root.Release.Name | sha256sum | trunc 32 | b64enc -}}
{{- end -}}
{{- end -}}

{{/* Where a component's secret variable is: (dict "root" $ "component" name "variable" name) → name and key, as YAML. */}}
{{- define "framewright.secretRef" -}}
{{- $values := get .root.Values.components .component -}}
{{- if include "framewright.ownSecretValue" . -}}
name: {{ include "framewright.fullname" .root }}-{{ .component }}
key: {{ .variable }}
{{- else -}}
name: {{ required (printf "components.%s.existingSecret is required: a Secret with %s" .component .variable) $values.existingSecret }}
key: {{ get $values.secretKeys .variable | default .variable }}
{{- end -}}
{{- end -}}

{{/* (dict "root" $ "component" name "variables" list) → entries of a container's env. */}}
{{- define "framewright.secretEnv" -}}
{{- range $variable := .variables }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      {{- include "framewright.secretRef" (dict "root" $.root "component" $.component "variable" $variable) | nindent 6 }}
{{- end }}
{{- end -}}

{{/*
A component's whole environment: the chart's own decisions, then what values.yaml adds. test/chart/environment.spec.ts
holds it against the service's configuration classes.
*/}}
{{- define "framewright.environment" -}}
{{- $root := .root -}}
{{- $facts := get (include "framewright.components" $root | fromYaml) .component -}}
{{- $values := get $root.Values.components .component -}}
{{- include "framewright.secretEnv" (dict "root" $root "component" .component "variables" $facts.secrets) }}
{{- if and (eq .component "webhooks") $values.existingSecret }}
- name: WEBHOOK_OTHER_SECRET_KEYS
  valueFrom:
    secretKeyRef:
      name: {{ $values.existingSecret }}
      key: {{ get $values.secretKeys "WEBHOOK_OTHER_SECRET_KEYS" | default "WEBHOOK_OTHER_SECRET_KEYS" }}
      optional: true
{{- end }}
{{- if and (eq .component "gateway") $values.existingSecret $values.env.OIDC_ISSUER (not $values.env.OIDC_CLIENT_SECRET) }}
- name: OIDC_CLIENT_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ $values.existingSecret }}
      key: {{ get $values.secretKeys "OIDC_CLIENT_SECRET" | default "OIDC_CLIENT_SECRET" }}
      optional: true
{{- end }}
- { name: NODE_ENV, value: {{ ternary "development" "production" $root.Values.development.liveReload }} }
- { name: LOG_LEVEL, value: {{ $root.Values.logLevel }} }
- { name: HEALTH_PORT, value: '8081' }
- { name: MANAGE_STREAMS, value: 'false' }
{{- if $facts.database }}
- { name: MIGRATE_ON_START, value: 'false' }
{{- end }}
{{- if $facts.storage }}
- { name: STORAGE_URL, value: {{ include "framewright.storageUrl" $root | quote }} }
{{- if and (eq $root.Values.storage.type "s3") $root.Values.storage.s3.existingSecret }}
{{- range $variable := list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef: { name: {{ $root.Values.storage.s3.existingSecret }}, key: {{ $variable }} }
{{- end }}
{{- end }}
{{- end }}
{{- with $root.Values.tracing }}
{{- if .endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: parentbased_traceidratio }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .ratio | quote }} }
{{- end }}
{{- end }}
{{- if $facts.http }}
- { name: PORT, value: '8080' }
- { name: TRUSTED_PROXIES, value: {{ include "framewright.trustedProxies" $root | quote }} }
{{- end }}
{{- if has $facts.app (list "gateway" "videos") }}
- { name: PUBLIC_BASE_URL, value: {{ include "framewright.publicBaseUrl" $root | quote }} }
{{- end }}
{{- if eq $facts.app "videos" }}
- { name: ASSETS_URL, value: {{ include "framewright.assetsUrl" $root | quote }} }
{{- end }}
{{- if eq $facts.app "renderer" }}
- { name: ENCODER, value: {{ $values.encoder }} }
- { name: RENDER_SLOTS, value: {{ $values.slots | quote }} }
- { name: WORK_DIR, value: /work }
- { name: WORK_DIR_BYTES, value: {{ include "framewright.bytes" $values.workDirSize | quote }} }
# A stopping renderer draws on until 30 s before it is killed.
- { name: STOP_GRACE_MS, value: {{ mul 1000 (sub (int $values.terminationGracePeriodSeconds) 30) | quote }} }
{{- if $values.gpu.enabled }}
- { name: NVIDIA_DRIVER_CAPABILITIES, value: {{ $values.gpu.driverCapabilities | quote }} }
{{- end }}
{{- end }}
{{- range $name, $value := $values.env }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end -}}

{{/* Bytes of a quantity such as 12Gi. Argument: the quantity. */}}
{{- define "framewright.bytes" -}}
{{- $units := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- $number := regexFind "^[0-9.]+" . -}}
{{- mulf (float64 $number) (float64 (get $units (trimPrefix $number .))) | int64 -}}
{{- end -}}
