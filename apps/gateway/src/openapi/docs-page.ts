/** Allows the page its own files only. Swagger UI sets styles from script and embeds its icons as data. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The files of Swagger UI that the page needs, with their content types. */
export const SWAGGER_UI_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** @param path of the page, e.g. `/v1/docs` */
export function docsPage(path: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Framewright API</title>
<link rel="icon" type="image/png" href="${path}/favicon-32x32.png">
<link rel="stylesheet" href="${path}/swagger-ui.css">
</head>
<body>
<main id="docs" data-document="${path.replace(/docs$/, 'openapi.json')}"></main>
<noscript>The OpenAPI document: <a href="${path.replace(/docs$/, 'openapi.json')}">openapi.json</a></noscript>
<script src="${path}/swagger-ui-bundle.js"></script>
<script src="${path}/start.js"></script>
</body>
</html>
`;
}

/** Starts Swagger UI. It is a separate file because the page runs no inline script. */
export const START_SCRIPT = `SwaggerUIBundle({
  url: document.getElementById('docs').dataset.document,
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  showExtensions: true,
  validatorUrl: null,
});
`;
