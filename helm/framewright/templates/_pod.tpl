{{/* Pod Security "restricted"; 10001 is the user of deploy/Dockerfile. Argument: (dict "root" $ "user" id). */}}
{{- define "framewright.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "framewright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: {{ not .Values.development.liveReload }}
capabilities: { drop: [ALL] }
{{- end -}}

{{/* What a pod of one of our images has whatever it runs. Argument: (dict "root" $ "component" name "account" name). */}}
{{- define "framewright.podBasics" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "framewright.podSecurity" (dict "root" .root "user" 10001) | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Where a component's pods may go and how they keep apart. Argument: (dict "root" $ "component" name). */}}
{{- define "framewright.placement" -}}
{{- $values := get .root.Values.components .component -}}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.runtimeClassName }}
runtimeClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "framewright.selector" $ | nindent 8 }}
  {{- end }}
{{- end -}}

{{/* (dict "root" $ "component" name) → the container of a service. */}}
{{- define "framewright.serviceContainer" -}}
{{- $facts := get (include "framewright.components" .root | fromYaml) .component -}}
{{- $values := get .root.Values.components .component -}}
name: {{ $facts.app }}
image: {{ include "framewright.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "framewright.containerSecurity" .root | nindent 2 }}
env:
  {{- include "framewright.environment" . | nindent 2 }}
ports:
  {{- if $facts.http }}
  - { name: http, containerPort: 8080 }
  {{- end }}
  - { name: health, containerPort: 8081 }
# /healthz asks nothing of another system: a database that is away must not restart every pod.
startupProbe:
  httpGet: { path: /healthz, port: health }
  periodSeconds: 2
  failureThreshold: 30
  timeoutSeconds: 5
livenessProbe:
  httpGet: { path: /healthz, port: health }
  periodSeconds: 10
  failureThreshold: 3
  timeoutSeconds: 5
readinessProbe:
  httpGet: { path: /readyz, port: health }
  periodSeconds: 5
  failureThreshold: 2
  timeoutSeconds: 5
{{- if $facts.http }}
# Proxies notice a stopping pod a little later than the pod itself.
lifecycle:
  preStop:
    sleep: { seconds: 5 }
{{- end }}
resources:
  {{- include "framewright.resources" $values | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- if $facts.workDir }}
  - { name: work, mountPath: /work }
  {{- end }}
  {{- if and $facts.storage (eq .root.Values.storage.type "volume") }}
  - { name: data, mountPath: /data }
  {{- end }}
{{- end -}}

{{/* A component's resources, with the GPU it asks for. Argument: the component's values. */}}
{{- define "framewright.resources" -}}
{{- $resources := deepCopy .resources -}}
{{- if (.gpu).enabled -}}
{{- $_ := set $resources "limits" (merge (dict .gpu.resourceName (toString .gpu.count)) ($resources.limits | default dict)) -}}
{{- end -}}
{{- toYaml $resources -}}
{{- end -}}

{{/* (dict "root" $ "component" name) → the volumes of a service's pod. */}}
{{- define "framewright.volumes" -}}
{{- $facts := get (include "framewright.components" .root | fromYaml) .component -}}
{{- $values := get .root.Values.components .component -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- if $facts.workDir }}
- name: work
  emptyDir: { sizeLimit: {{ $values.workDirSize }} }
{{- end }}
{{- if and $facts.storage (eq .root.Values.storage.type "volume") }}
- name: data
  persistentVolumeClaim:
    claimName: {{ .root.Values.storage.volume.existingClaim | default (printf "%s-data" (include "framewright.fullname" .root)) }}
{{- end }}
{{- end -}}

{{/*
A container that runs a component's migrate.js. Argument: (dict "root" $ "component" name "name" name "args" list).
*/}}
{{- define "framewright.migrateContainer" -}}
name: {{ .name }}
image: {{ include "framewright.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: {{ .args | toJson }}
securityContext:
  {{- include "framewright.containerSecurity" .root | nindent 2 }}
env:
  {{- include "framewright.secretEnv" (dict "root" .root "component" .component "variables" (list "DATABASE_URL")) | nindent 2 }}
resources:
  {{- toYaml .root.Values.migrations.resources | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end -}}
