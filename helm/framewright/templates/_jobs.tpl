{{/*
Not empty where jobs run before everything else and stop an upgrade that they cannot prepare. With an embedded server they
cannot: it is not there yet. They are ordinary objects then, and pods wait for them.
*/}}
{{- define "framewright.jobsAreHooks" -}}
{{- if not (or .Values.postgresql.embedded.enabled .Values.nats.embedded.enabled) -}}true{{- end -}}
{{- end -}}

{{/*
A job of the release: (dict "root" $ "component" name for labels "name" last part of its name "deadline" seconds "pod" pod
template). A hook replaces its predecessor; an ordinary job can never be changed, so its name says what it runs.
*/}}
{{- define "framewright.job" -}}
{{- $labels := dict "root" .root "component" .component -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- if include "framewright.jobsAreHooks" .root }}
  name: {{ include "framewright.fullname" .root }}-{{ .name }}
  {{- else }}
  name: {{ include "framewright.fullname" .root }}-{{ .name }}-{{ .pod | sha256sum | trunc 8 }}
  {{- end }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "framewright.labels" $labels | nindent 4 }}
  {{- if include "framewright.jobsAreHooks" .root }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation
  {{- end }}
spec:
  backoffLimit: 6
  activeDeadlineSeconds: {{ .deadline }}
  ttlSecondsAfterFinished: 604800 # a week to look at what went wrong
  template:
    {{- .pod | nindent 4 }}
{{- end -}}

{{/* (dict "root" $ "component" owner) */}}
{{- define "framewright.migrationPod" -}}
metadata:
  labels:
    {{- include "framewright.labels" (dict "root" .root "component" (printf "%s-migrations" .component)) | nindent 4 }}
spec:
  {{- include "framewright.podBasics" (dict "root" .root "account" (printf "%s-jobs" (include "framewright.fullname" .root))) | nindent 2 }}
  restartPolicy: OnFailure
  containers:
    - {{- include "framewright.migrateContainer" (dict "root" .root "component" .component "name" "migrate" "args" (list "migrate.js")) | nindent 6 }}
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: 16Mi }
{{- end -}}

{{/* Makes streams and consumers; the program is in the gateway's image. */}}
{{- define "framewright.streamsPod" -}}
metadata:
  labels:
    {{- include "framewright.labels" (dict "root" . "component" "streams") | nindent 4 }}
spec:
  {{- include "framewright.podBasics" (dict "root" . "account" (printf "%s-jobs" (include "framewright.fullname" .))) | nindent 2 }}
  restartPolicy: OnFailure
  containers:
    - name: streams
      image: {{ include "framewright.image" (dict "root" . "component" "gateway") }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [dist/apps/gateway/src/operator/ensure-streams.js]
      securityContext:
        {{- include "framewright.containerSecurity" . | nindent 8 }}
      env:
        - name: NATS_URL
          valueFrom:
            secretKeyRef:
              {{- if .Values.nats.embedded.enabled }}
              name: {{ include "framewright.fullname" . }}-streams
              {{- else }}
              name: {{ required "streams.existingSecret is required: a Secret with the NATS_URL of a user who may make streams" .Values.streams.existingSecret }}
              {{- end }}
              key: NATS_URL
      resources:
        {{- toYaml .Values.streams.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: 16Mi }
{{- end -}}
