import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './settings.js'

let client: Promise<S3Client> | undefined

/** The client of this process; its code is loaded only when the disk is s3. */
export function s3Client({ region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings): Promise<S3Client> {
  client ??= import('@aws-sdk/client-s3').then(
    (sdk) =>
      new sdk.S3Client({
        region,
        endpoint,
        forcePathStyle,
        credentials: { accessKeyId, secretAccessKey },
        // Some S3-compatible servers do not support the newer stream checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
  )
  return client
}
