import type { HttpContext } from '@adonisjs/core/http'
import { sendLetter } from '../send_letter.js'

/** An empty letter, into which an editor writes the preview of an unsaved mail. */
export default class SheetController {
  async show({ response }: HttpContext) {
    return sendLetter(response, '<!doctype html><title></title>', true)
  }
}
