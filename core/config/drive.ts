import { join } from 'node:path'
import { defineConfig, services } from '@adonisjs/drive'
import { settings } from './settings.js'

const { dataDir } = await settings()

const driveConfig = defineConfig({
  default: 'fs',
  services: { fs: services.fs({ location: join(dataDir, 'files'), serveFiles: false, visibility: 'private' }) },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
