import type { HttpContext } from '@adonisjs/core/http'

/**
 * Marks the answer as a download, never a page of ours.
 * @param name as the person will see it; letters of every language are fine
 * @param size in bytes, when it is known
 */
export function attach({ response }: HttpContext, { name, type, size }: { name: string; type: string; size?: number }): void {
  const plain = name.normalize('NFD').replace(/[^\w.-]+/g, '-')
  response.header('Content-Type', type)
  response.header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
  response.header('X-Content-Type-Options', 'nosniff')
  if (size !== undefined) response.header('Content-Length', String(size))
}
