import { join } from 'node:path'
import { defineConfig, services } from '@adonisjs/drive'
import { s3Client } from './s3.js'
import { settings } from './settings.js'

const { dataDir, disk } = await settings()

const driveConfig = defineConfig({
  default: disk.kind,
  services: {
    fs: services.fs({ location: join(dataDir, 'files'), serveFiles: false, visibility: 'private' }),
    // Access lists of single objects are off at most buckets: the bucket itself is private.
    ...(disk.kind === 's3' && {
      s3: services.s3({ client: await s3Client(disk), bucket: disk.bucket, visibility: 'private', supportsACL: false }),
    }),
  },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
