import { describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { checkFiles } from '#core/testing/file_checks'
import { BUCKET, startS3 } from '#core/testing/s3_server'

// @own-process: keeps files in a bucket

// Before the application boots: it reads its settings once.
const settings = await startS3()
Object.assign(process.env, settings)

checkFiles('s3')

describe('the disk s3', () => {
  it('stores files for real, and is checked when the platform starts', async () => {
    await testApp()
    const { S3Client, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
    const { checkDisk } = await import('#core/files/disk')
    const credentials = { accessKeyId: settings.S3_ACCESS_KEY_ID!, secretAccessKey: settings.S3_SECRET_ACCESS_KEY! }
    const client = new S3Client({ endpoint: settings.S3_ENDPOINT, region: 'eu-west-1', forcePathStyle: true, credentials })
    const { default: drive } = await import('@adonisjs/drive/services/main')
    await drive.use().put('companies/0/proof.txt', 'proof')
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'companies/0/' }))
    expect(Contents?.map(({ Key }) => Key)).toEqual(['companies/0/proof.txt'])
    await checkDisk()

    const { settings: read } = await import('#core/config/settings')
    const { disk } = await read()
    const { DeleteBucketCommand, DeleteObjectsCommand } = await import('@aws-sdk/client-s3')
    const all = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }))
    await client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: all.Contents!.map(({ Key }) => ({ Key: Key! })) } }))
    await client.send(new DeleteBucketCommand({ Bucket: BUCKET }))
    expect(disk.kind).toBe('s3')
    await expect(checkDisk()).rejects.toThrow(/^Files cannot be kept in the bucket "platform-files" \(DRIVE_DISK=s3, S3_…\): NoSuchBucket/)
  })
})
