import { defineConfig } from '@adonisjs/core/bodyparser'
import { MAX_BODY_DEPTH } from '../http/body_depth.js'

// qs has strictDepth; the framework's types do not know it.
const queryString = { depth: MAX_BODY_DEPTH, strictDepth: true, parameterLimit: 1000 }

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: {
    convertEmptyStringsToNull: false,
    limit: '256kb',
    types: ['application/x-www-form-urlencoded'],
    queryString,
  },
  // Only read as text here; core/http/body.ts checks its depth before parsing.
  raw: { limit: '1mb', types: ['application/json'] },
  json: { types: [] },
  // Files are read by core/http/upload.ts.
  multipart: { autoProcess: false, types: [], limit: '1kb' },
})
