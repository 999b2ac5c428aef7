export * from './answers.js';
export * from './fields.js';
export * from './parameters.js';
export * from './requests.js';
export * from './signature.js';
