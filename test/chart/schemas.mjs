// Writes test/chart/schemas: what the API server knows of the objects that the chart makes, as strict JSON schemas.
// Kubernetes' come from its published OpenAPI document, the others from their projects' custom resource definitions,
// all out of Go modules at the versions below. Run by hand when a version or a kind is added; the result is committed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import YAML from 'yaml';
import { SCHEMAS } from './paths.mjs';
import { findGo } from '../tools/go.mjs';
import { CUSTOM_RESOURCES } from './schema-sources.mjs';

const KUBERNETES = 'k8s.io/kubernetes@v1.36.3';

/** The kinds of Kubernetes' own that the chart makes. */
const KINDS = {
  'io.k8s.api.apps.v1': ['Deployment', 'StatefulSet'],
  'io.k8s.api.autoscaling.v2': ['HorizontalPodAutoscaler'],
  'io.k8s.api.batch.v1': ['CronJob', 'Job'],
  'io.k8s.api.core.v1': ['ConfigMap', 'PersistentVolumeClaim', 'Pod', 'Secret', 'Service', 'ServiceAccount'],
  'io.k8s.api.networking.v1': ['Ingress', 'NetworkPolicy'],
  'io.k8s.api.policy.v1': ['PodDisruptionBudget'],
};

/** Keywords that are taken over from a schema as they are; texts are not. */
const KEPT = [
  'type',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'required',
];

rmSync(SCHEMAS, { recursive: true, force: true });
mkdirSync(SCHEMAS, { recursive: true });
const { go } = await findGo();
writeKubernetes(download(KUBERNETES));
for (const [module, files] of Object.entries(CUSTOM_RESOURCES)) {
  const folder = download(module);
  for (const file of files) writeDefinition(YAML.parse(readFileSync(join(folder, file), 'utf8')));
}

function download(module) {
  return JSON.parse(execFileSync(go, ['mod', 'download', '-json', module], { encoding: 'utf8' })).Dir;
}

/** Writes one file with all definitions that the kinds consist of, and for each kind a file that refers to it. */
function writeKubernetes(folder) {
  const { definitions } = JSON.parse(readFileSync(join(folder, 'api/openapi-spec/swagger.json'), 'utf8'));
  const needed = new Map();
  const need = (name) => {
    if (needed.has(name)) return;
    needed.set(name, undefined);
    needed.set(
      name,
      strict(definitions[name], (ref) => (need(ref), `definitions.json#/definitions/${ref}`)),
    );
  };
  for (const [group, kinds] of Object.entries(KINDS)) {
    for (const kind of kinds) {
      need(`${group}.${kind}`);
      const [{ group: apiGroup, version }] = definitions[`${group}.${kind}`]['x-kubernetes-group-version-kind'];
      const apiVersion = [apiGroup, version].filter(Boolean).join('/');
      write(fileOf(apiVersion, kind), { $ref: `definitions.json#/definitions/${group}.${kind}` });
    }
  }
  const sorted = [...needed].sort(([a], [b]) => (a < b ? -1 : 1));
  write('definitions.json', { definitions: Object.fromEntries(sorted) });
}

function writeDefinition({ spec }) {
  for (const { name, schema, storage } of spec.versions) {
    if (!storage) continue; // older ones, still served
    const root = strict(schema.openAPIV3Schema, (ref) => ref);
    root.properties.metadata = {
      $ref: 'definitions.json#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    };
    delete root.properties.status;
    write(fileOf(`${spec.group}/${name}`, spec.names.kind), root);
  }
}

/**
 * The file of a kind as kubeconform looks for it, `{{.ResourceKind}}{{.KindSuffix}}`, with the part of the group before
 * its first dot.
 */
function fileOf(apiVersion, kind) {
  const suffix = apiVersion.split('/').map((part) => part.split('.')[0]);
  return `${[kind, ...suffix].join('-').toLowerCase()}.json`;
}

function write(file, schema) {
  writeFileSync(join(SCHEMAS, file), `${JSON.stringify(schema)}\n`);
}

/** An OpenAPI schema as a JSON schema that knows no other properties than those listed. */
function strict(schema, refer) {
  if (schema.$ref) return { $ref: refer(schema.$ref.replace('#/definitions/', '')) };
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return { type: ['integer', 'string'] };
  if (schema.description?.startsWith('Quantity is')) return { type: ['number', 'string'] };
  const result = Object.fromEntries(KEPT.filter((key) => key in schema).map((key) => [key, schema[key]]));
  if (schema.allOf?.length === 1 && schema.allOf[0].$ref) return strict(schema.allOf[0], refer);
  if (schema.items) result.items = strict(schema.items, refer);
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([name, value]) => [name, strict(value, refer)]);
    result.properties = Object.fromEntries(entries);
    if (!schema['x-kubernetes-preserve-unknown-fields']) result.additionalProperties = false;
  }
  if (typeof schema.additionalProperties === 'object') {
    result.additionalProperties = strict(schema.additionalProperties, refer);
  }
  return result;
}
