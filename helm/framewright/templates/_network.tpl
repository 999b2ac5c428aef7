{{/* (dict "root" $ "components" list) → a NetworkPolicyPeer for pods of this release. */}}
{{- define "framewright.peers" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ include "framewright.name" .root }}
      app.kubernetes.io/instance: {{ .root.Release.Name }}
    matchExpressions:
      - { key: app.kubernetes.io/component, operator: In, values: {{ .components | toJson }} }
{{- end -}}

{{/* (dict "peers" list "port" number) → an egress rule to these peers, or to anywhere where there are none. */}}
{{- define "framewright.egressTo" -}}
- {{- with .peers }}
  to:
    {{- toYaml . | nindent 4 }}
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
{{- if .Values.postgresql.embedded.enabled -}}
{{- $peers := include "framewright.peers" (dict "root" . "components" (list "postgresql")) | fromYamlArray -}}
{{- include "framewright.egressTo" (dict "peers" $peers "port" 5432) -}}
{{- else -}}
{{- include "framewright.egressTo" (dict "peers" .Values.networkPolicy.postgresqlPeers "port" .Values.postgresql.port) -}}
{{- end -}}
{{- end -}}

{{- define "framewright.egressNats" -}}
{{- if .Values.nats.embedded.enabled -}}
{{- $peers := include "framewright.peers" (dict "root" . "components" (list "nats")) | fromYamlArray -}}
{{- include "framewright.egressTo" (dict "peers" $peers "port" 4222) -}}
{{- else -}}
{{- include "framewright.egressTo" (dict "peers" .Values.networkPolicy.natsPeers "port" .Values.nats.port) -}}
{{- end -}}
{{- end -}}

{{/* The port of an address: said in it, or its scheme's. */}}
{{- define "framewright.portOf" -}}
{{- $address := urlParse . -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $address.host) | default (ternary "80" "443" (eq $address.scheme "http")) -}}
{{- end -}}

{{- define "framewright.egressS3" -}}
{{- include "framewright.egressTo" (dict "peers" .Values.networkPolicy.s3Peers "port" (include "framewright.portOf" .Values.storage.s3.endpoint)) -}}
{{- end -}}

{{- define "framewright.egressTracing" -}}
{{- include "framewright.egressTo" (dict "peers" .Values.networkPolicy.tracingPeers "port" (include "framewright.portOf" .Values.tracing.endpoint)) -}}
{{- end -}}

{{/* Addresses that callers choose: anywhere public. The services' own guard checks every connection too. */}}
{{- define "framewright.egressInternet" -}}
{{- $ranges := dict "v4" list "v6" list -}}
{{- range .Values.networkPolicy.forbiddenRanges -}}
{{- $family := contains ":" . | ternary "v6" "v4" -}}
{{- $_ := set $ranges $family (append (get $ranges $family) .) -}}
{{- end -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: {{ $ranges.v4 | toJson }}
    - ipBlock:
        cidr: ::/0
        except: {{ $ranges.v6 | toJson }}
  ports:
    {{- range .Values.networkPolicy.internetPorts }}
    - {{ merge (dict "protocol" "TCP") . | toJson }}
    {{- end }}
{{- end -}}
