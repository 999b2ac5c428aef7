/** Writing operations that leave no entry in the audit log, and why. A spec compares them with the OpenAPI document. */
export const UNAUDITED_OPERATIONS: Readonly<Record<string, string>> = {
  showInvitation: 'It changes nothing.',
  showReview: 'It changes nothing.',
  createComment: 'The comment itself is the record.',
  createReviewComment: 'The comment itself is the record.',
  challengePasskey: 'It asks a browser; the sign-in has an entry.',
  validateVideo: 'It changes nothing.',
  validateBatch: 'It changes nothing.',
  renderFrame: 'It draws a picture and changes nothing.',
  saveTemplateDraft: 'The editor saves after every change; the publication of the draft has an entry.',
  reportTemplatePresence: 'The editor sends it every 10 seconds, and it is forgotten soon.',
};

/**
 * Further operations that leave no entry if an API key requests them, because there are as many as videos or visitors
 * of pages.
 */
export const UNAUDITED_OPERATIONS_OF_KEYS: Readonly<Record<string, string>> = {
  createVideo: 'The video itself is the record.',
  correctVideo: 'The video itself is the record.',
  uploadAsset: 'The uploaded file itself is the record.',
  createPreviewToken: 'A page may need one for every visitor; each ends within a day.',
};

/** Operations that store their entry in the transaction of the change: only there the user or the organization is known. */
export const STORED_WITH_CHANGE: ReadonlySet<string> = new Set([
  'createSession',
  'createSessionByLink',
  'createSessionByPasskey',
  'acceptInvitation',
  'resetPassword',
  'chooseOrganization',
  'joinOrganization',
  'declineInvitation',
  'decideReview',
]);
