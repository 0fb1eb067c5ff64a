import { defineConfig } from '@adonisjs/core/bodyparser'

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: { convertEmptyStringsToNull: false, limit: '256kb', types: ['application/x-www-form-urlencoded'] },
  json: { convertEmptyStringsToNull: false, limit: '1mb', strict: true, types: ['application/json'] },
  // Files never come this way: core/http/upload.ts.
  multipart: { autoProcess: false, types: [], limit: '1kb' },
})
