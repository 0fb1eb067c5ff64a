import type { HttpContext } from '@adonisjs/core/http'
import { AppError, invalid } from '../contract/errors.js'
import { readRawBody } from './raw_body.js'

/** The allowed size of a form beside its file, in bytes. */
const FORM_BYTES = 64 * 1024

/**
 * Reads a multipart form into memory; nothing is written to disk before its content was checked.
 * @param maxBytes of the whole body
 * @throws AppError 413 body_too_large; 400 bad_request for a broken form
 */
export async function readMultipart(ctx: HttpContext, maxBytes: number): Promise<FormData> {
  const { request } = ctx.request
  const body = await readRawBody(request, maxBytes)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData().catch(() => {
    throw new AppError(400, 'bad_request')
  })
}

/**
 * One uploaded file of a multipart form. Only for routes with `upload`.
 * @param field name of the form's field
 * @param maxBytes largest allowed file
 * @throws AppError 422 on `field`: required, too_large; 400 bad_request for a broken form
 */
export async function readUpload(ctx: HttpContext, field: string, maxBytes: number): Promise<Uint8Array> {
  const { request } = ctx.request
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/')) throw invalid(field, 'required')
  const form = await readMultipart(ctx, maxBytes + FORM_BYTES).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 413 ? invalid(field, 'too_large') : error
  })
  const file = form.get(field)
  if (!(file instanceof File)) throw invalid(field, 'required')
  if (file.size > maxBytes) throw invalid(field, 'too_large')
  return new Uint8Array(await file.arrayBuffer())
}
