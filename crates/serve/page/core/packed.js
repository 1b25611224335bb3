/**
 * Compression of a text for the URL: deflated, in URL-safe base64.
 *
 * @module
 */

/**
 * Upper bound on the length of a compressed rule file that the server accepts.
 */
const MAX_LENGTH = 100_000;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {ReadableWritablePair<Uint8Array, BufferSource>} through */
async function piped(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text @returns {Promise<string>} */
export async function pack(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed @returns {Promise<string | null>} `null` if it is damaged */
export async function unpack(packed) {
  if (packed.length > MAX_LENGTH) return null;
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await piped(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}
