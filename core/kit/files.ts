// Files of the running company, images that everybody may see, and what a form brings.
export { type StoredFile, keepFile, readFile, removeFile, removeFileNamed } from '../files/file_store.js'
export { MAX_IMAGE_BYTES } from '../files/images.js'
export { readUpload } from '../http/upload.js'
