let picture: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** A file that stands for a picture that cannot be fetched. */
export function grayPicture(): Promise<Uint8Array<ArrayBuffer>> {
  picture ??= draw();
  return picture;
}

async function draw(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(16, 16);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#808080';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}
