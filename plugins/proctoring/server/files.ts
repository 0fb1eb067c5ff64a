import { definePurpose } from '#core/contract/files'
import { MAX_PIECE_BYTES } from '../contract/states.js'

/** Pieces of recordings, encrypted with the key of their attempt. Examiners download them through the plugin's own route. */
export const pieceFile = definePurpose({ name: 'proctoring.piece', read: 'code', types: ['webm', 'mp4'], maxBytes: MAX_PIECE_BYTES })

/** Photos of the identity document and of the face, encrypted in the same way. */
export const photoFile = definePurpose({ name: 'proctoring.photo', read: 'code', types: ['jpg', 'png', 'webp'], maxBytes: 4 * 1024 * 1024 })
