import { Box } from '@mui/material'

/** White modules that a scanner needs around a code. */
const QUIET = 4

export interface QrCodeProps {
  /** The path from `qrPath` of the kit. */
  qr: { path: string; modules: number }
  /** A text that says what it opens. */
  label: string
  /** CSS width. */
  width?: string
}

/** A QR code, black on white in every theme, as scanners need it. */
export function QrCode({ qr, label, width = 'min(280px, 76vw)' }: QrCodeProps) {
  const size = qr.modules + 2 * QUIET
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width, bgcolor: '#fff' }}
    >
      <path d={qr.path} fill="#000" />
    </Box>
  )
}
