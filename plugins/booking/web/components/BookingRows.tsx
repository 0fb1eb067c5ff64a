import { Box, ButtonBase, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Booking } from '../../server/transformers/booking_transformer.js'

interface BookingRowsProps {
  rows: readonly Booking[]
  line: (row: Booking) => string
  aside: (row: Booking) => ReactNode
  onOpen: (row: Booking) => void
}

/** A short list of bookings; each row opens one. */
export function BookingRows({ rows, line, aside, onOpen }: BookingRowsProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((row) => (
        <Box component="li" key={row.id} sx={({ surfaces }) => ({ borderTop: `1px solid ${surfaces.divider}` })}>
          <ButtonBase onClick={() => onOpen(row)} sx={{ width: '100%', px: 5, py: 3, minHeight: 56, textAlign: 'left', gap: 3 }}>
            <Stack sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 550 }}>{row.course}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {line(row)}
              </Typography>
            </Stack>
            {aside(row)}
          </ButtonBase>
        </Box>
      ))}
    </Box>
  )
}
