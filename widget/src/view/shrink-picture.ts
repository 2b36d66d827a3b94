import { element } from '../element.ts';

/** Larger pictures are shrunk; models read up to 5 MB. */
const LARGE_BYTES = 1_048_576;
/** Of 2048 × 2048. An area, so that a long screenshot stays readable. */
const MOST_PIXELS = 4_194_304;
const QUALITY = 0.85;

/** A large picture as a smaller JPEG; all other files, and pictures that the browser cannot read, as they are. */
export async function shrunkPicture(file: File): Promise<File> {
  if (file.size <= LARGE_BYTES || !/^image\/(?:png|jpeg|webp)$/.test(file.type)) return file;
  const jpeg = await asJpeg(file).catch(() => null);
  if (jpeg === null || jpeg.size >= file.size) return file;
  return new File([jpeg], file.name.replace(/\.\w+$/, '.jpg'), { type: jpeg.type });
}

async function asJpeg(picture: Blob): Promise<Blob | null> {
  const image = await createImageBitmap(picture);
  const { width, height } = shrunkSize(image);
  const canvas = element('canvas', { width: String(width), height: String(height) });
  const context = canvas.getContext('2d');
  if (context !== null) {
    // JPEG has no transparency, and would show black instead.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
  }
  image.close();
  return context && new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/** Keeps the proportions. */
export function shrunkSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
}
