import { runInWorker } from '../workers/run_in_worker.js'
import type { TableDrawing } from './table_pdf.js'

/** A table as a PDF, drawn beside everybody's requests. @returns its bytes */
export const tablePdf = (drawing: TableDrawing): Promise<Uint8Array> =>
  runInWorker<Uint8Array>(new URL('./table_pdf.js', import.meta.url), drawing)
