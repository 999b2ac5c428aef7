/** Pixels of an image, or of a picture of footage, that a document may refer to: decoded they take 128 MiB. */
export const MAX_PICTURE_PIXELS = 2 ** 25;
