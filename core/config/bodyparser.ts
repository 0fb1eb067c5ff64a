import { defineConfig } from '@adonisjs/core/bodyparser'

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: { convertEmptyStringsToNull: false, limit: '256kb', types: ['application/x-www-form-urlencoded'] },
  json: { convertEmptyStringsToNull: false, limit: '1mb', strict: true, types: ['application/json'] },
  multipart: { autoProcess: true, convertEmptyStringsToNull: false, processManually: [], limit: '20mb', types: ['multipart/form-data'] },
})
