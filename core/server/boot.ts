import { Ignitor } from '@adonisjs/core'
import 'reflect-metadata'
import { APP_ROOT } from '../config/settings.js'

const importer = (path: string) => (path.startsWith('.') ? import(new URL(path, APP_ROOT).href) : import(path))

/** The application, created but not booted. One per process. */
export function createIgnitor(): Ignitor {
  return new Ignitor(APP_ROOT, { importer })
}
