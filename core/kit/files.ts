// Files of the running company (their purposes are declared: core/contract/files.ts), and uploads.
export {
  type StoredFile,
  type OpenFile,
  attachFile,
  findFile,
  transferFiles,
  storeFile,
  openFile,
  readBytes,
  removeFile,
} from '../files/file_store.js'
export { storeSealed, readSealed } from '../files/sealed_files.js'
export { rangeOf } from '../files/ranges.js'
export { sendFile } from '../files/send_file.js'
export { signedFileUrl } from '../files/signed.js'
export { MAX_IMAGE_BYTES } from '../companies/image_purposes.js'
export { attach } from '../http/attachment.js'
export { readUpload } from '../http/upload.js'
// Large resumable uploads of admins, for work that belongs to no company.
export { type AdminUpload, adminUploads } from '../files/uploads/admin_uploads.js'
