import type { ILoadOptionsFunctions, INodePropertyOptions, ResourceMapperFields } from 'n8n-workflow';
import {
  getTemplate,
  isObject,
  listFields,
  listTemplates,
  sizeChoices,
  templateChoices,
  variableFields,
} from '../../src/index.js';
import { call, listAll } from './transport.js';

const MAX_TEMPLATES = 1_000;
/** Variables come first in the list of fields. */
const MAX_FIELDS = 500;

/** The lists that the node's form shows: templates, the sizes and the variables of one. */
export const lists = {
  loadOptions: {
    async getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
      return templateChoices(await listAll(this, listTemplates, MAX_TEMPLATES));
    },
    async getSizes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
      const template = await call(this, getTemplate(templateId(this)));
      return isObject(template) ? sizeChoices(template) : [];
    },
  },
  resourceMapping: {
    async getVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
      const id = templateId(this);
      if (!id) return { fields: [] };
      return { fields: variableFields(await listAll(this, (page) => listFields(id, page), MAX_FIELDS)) };
    },
  },
};

function templateId(form: ILoadOptionsFunctions): string {
  return String(form.getNodeParameter('templateId', ''));
}
