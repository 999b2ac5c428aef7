/** The name of the brand in expressions. A variable of this name hides it. */
export const BRAND_NAME = 'brand';
