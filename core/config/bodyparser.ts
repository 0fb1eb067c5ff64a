import { defineConfig } from '@adonisjs/core/bodyparser'
import { MAX_BODY_DEPTH } from '../http/body_depth.js'

// qs knows strictDepth; the framework's type of its options does not.
const queryString = { depth: MAX_BODY_DEPTH, strictDepth: true, parameterLimit: 1000 }

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: {
    convertEmptyStringsToNull: false,
    limit: '256kb',
    types: ['application/x-www-form-urlencoded'],
    queryString,
  },
  // Only read as text here: core/http/body.ts looks how deep it is before it is parsed.
  raw: { limit: '1mb', types: ['application/json'] },
  json: { types: [] },
  // Files never come this way: core/http/upload.ts.
  multipart: { autoProcess: false, types: [], limit: '1kb' },
})
