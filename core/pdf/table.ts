import { runInWorker } from '../workers/run_in_worker.js'
import type { TableDrawing } from './table_pdf.js'

/** Draws a table as a PDF in a worker thread. @returns its bytes */
export const tablePdf = (drawing: TableDrawing): Promise<Uint8Array> =>
  runInWorker<Uint8Array>(new URL('./table_pdf.js', import.meta.url), drawing)
