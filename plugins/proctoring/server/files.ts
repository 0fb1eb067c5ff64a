import { definePurpose } from '#core/contract/files'
import { MAX_PIECE_BYTES } from '../contract/states.js'

/** Pieces of recordings, encrypted with the key of their attempt. Examiners get them by a route of the plugin's own. */
export const pieceFile = definePurpose({ name: 'proctoring.piece', read: 'code', types: ['webm', 'mp4'], maxBytes: MAX_PIECE_BYTES })

/** Photos of the identity document and of the face, encrypted likewise. */
export const photoFile = definePurpose({ name: 'proctoring.photo', read: 'code', types: ['jpg', 'png', 'webp'], maxBytes: 4 * 1024 * 1024 })
