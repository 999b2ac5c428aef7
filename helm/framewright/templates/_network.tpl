{{/* (dict "root" $ "components" list) → a NetworkPolicyPeer for pods of this release. */}}
{{- define "framewright.peers" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ include "framewright.name" .root }}
      app.kubernetes.io/instance: {{ .root.Release.Name }}
    matchExpressions:
      - { key: app.kubernetes.io/component, operator: In, values: {{ .components | toJson }} }
{{- end -}}

{{/* (dict "root" $ "family" "v4" or "v6") → the forbidden ranges of a family, as JSON. */}}
{{- define "framewright.forbiddenRanges" -}}
{{- $ranges := list -}}
{{- range .root.Values.networkPolicy.forbiddenRanges -}}
{{- if eq (contains ":" .) (eq $.family "v6") -}}
{{- $ranges = append $ranges . -}}
{{- end -}}
{{- end -}}
{{- $ranges | toJson -}}
{{- end -}}

{{/*
(dict "root" $ "name" value's name "peers" list "port" number "what" words) → an egress rule to these peers. Rules add up,
so a rule without peers would open its port to the whole cluster, the API server included: there must be some. Every
address at once means every public one.
*/}}
{{- define "framewright.egressTo" -}}
{{- if not .peers -}}
{{- fail (printf "networkPolicy.%s is required: where %s is (NetworkPolicyPeers), such as [{ipBlock: {cidr: 10.20.0.5/32}}] or [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: data}}}]. For public addresses that change: [{ipBlock: {cidr: 0.0.0.0/0}}], from which forbiddenRanges are excluded" .name .what) -}}
{{- end -}}
- to:
    {{- range .peers }}
    {{- $peer := deepCopy . }}
    {{- if $peer.ipBlock }}
    {{- if has $peer.ipBlock.cidr (list "0.0.0.0/0" "::/0") }}
    {{- $family := eq $peer.ipBlock.cidr "::/0" | ternary "v6" "v4" }}
    {{- $forbidden := include "framewright.forbiddenRanges" (dict "root" $.root "family" $family) | fromJsonArray }}
    {{- $_ := set $peer.ipBlock "except" (concat ($peer.ipBlock.except | default list) $forbidden | uniq) }}
    {{- end }}
    {{- end }}
    - {{ $peer | toYaml | nindent 6 | trim }}
    {{- end }}
  ports:
    - { protocol: TCP, port: {{ .port }} }
{{- end -}}

{{- define "framewright.egressDns" -}}
- to:
    {{- toYaml .Values.networkPolicy.dnsPeers | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end -}}

{{- define "framewright.egressDatabase" -}}
{{- $to := dict "root" . "name" "postgresqlPeers" "what" "PostgreSQL" -}}
{{- if .Values.postgresql.embedded.enabled -}}
{{- $peers := include "framewright.peers" (dict "root" . "components" (list "postgresql")) | fromYamlArray -}}
{{- include "framewright.egressTo" (merge (dict "peers" $peers "port" 5432) $to) -}}
{{- else -}}
{{- include "framewright.egressTo" (merge (dict "peers" .Values.networkPolicy.postgresqlPeers "port" .Values.postgresql.port) $to) -}}
{{- end -}}
{{- end -}}

{{- define "framewright.egressNats" -}}
{{- $to := dict "root" . "name" "natsPeers" "what" "NATS" -}}
{{- if .Values.nats.embedded.enabled -}}
{{- $peers := include "framewright.peers" (dict "root" . "components" (list "nats")) | fromYamlArray -}}
{{- include "framewright.egressTo" (merge (dict "peers" $peers "port" 4222) $to) -}}
{{- else -}}
{{- include "framewright.egressTo" (merge (dict "peers" .Values.networkPolicy.natsPeers "port" .Values.nats.port) $to) -}}
{{- end -}}
{{- end -}}

{{/* The port of an address: the one it names, or the default of its scheme. */}}
{{- define "framewright.portOf" -}}
{{- $address := urlParse . -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $address.host) | default (ternary "80" "443" (eq $address.scheme "http")) -}}
{{- end -}}

{{- define "framewright.egressS3" -}}
{{- include "framewright.egressTo" (dict "root" . "name" "s3Peers" "what" "S3" "peers" .Values.networkPolicy.s3Peers "port" (include "framewright.portOf" .Values.storage.s3.endpoint)) -}}
{{- end -}}

{{- define "framewright.egressTracing" -}}
{{- include "framewright.egressTo" (dict "root" . "name" "tracingPeers" "what" "the trace collector" "peers" .Values.networkPolicy.tracingPeers "port" (include "framewright.portOf" .Values.tracing.endpoint)) -}}
{{- end -}}

{{- define "framewright.egressOidc" -}}
{{- include "framewright.egressTo" (dict "root" . "name" "oidcPeers" "what" "the OpenID provider" "peers" .Values.networkPolicy.oidcPeers "port" (include "framewright.portOf" .Values.components.gateway.env.OIDC_ISSUER)) -}}
{{- end -}}

{{/* Addresses that callers choose: anywhere public. The services' own guard checks every connection too. */}}
{{- define "framewright.egressInternet" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: {{ include "framewright.forbiddenRanges" (dict "root" . "family" "v4") }}
    - ipBlock:
        cidr: ::/0
        except: {{ include "framewright.forbiddenRanges" (dict "root" . "family" "v6") }}
  ports:
    {{- range .Values.networkPolicy.internetPorts }}
    - {{ merge (dict "protocol" "TCP") . | toJson }}
    {{- end }}
{{- end -}}
