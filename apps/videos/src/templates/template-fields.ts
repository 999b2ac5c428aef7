import { type Page, pageOf, type PageRequest, type TemplateField } from '#libs/contracts';
import { callerFields, type TemplateDocument } from '#libs/template';

/** A page of the fields of a document that callers may change. Only the groups on the page are read. */
export function fieldsOf(document: TemplateDocument, page: PageRequest): Page<TemplateField> {
  const { limit = 20, offset = 0 } = page;
  const found: TemplateField[] = [];
  let total = 0;
  for (const { count, fields } of callerFields(document)) {
    const isOnPage = total < offset + limit && total + count > offset;
    if (isOnPage) found.push(...fields().slice(Math.max(0, offset - total), offset + limit - total));
    total += count;
  }
  return pageOf(found, total, page);
}
