import { Button, type ButtonProps } from '@mui/material'
import { Icon } from '../icons/index.js'

interface DaysButtonProps extends ButtonProps {
  label: string
  chosen?: boolean
}

/** The button that opens a date filter; it is shown before its calendar is loaded. */
export function DaysButton({ label, chosen = false, ...props }: DaysButtonProps) {
  return (
    <Button
      color="inherit"
      variant="outlined"
      aria-haspopup="dialog"
      // Looks like the selects beside it: at least as wide, with text and arrow in the same places, and the arrow in their grey.
      endIcon={<Icon name="dropdown" sx={{ fontSize: '1.5rem !important', ml: -1, mr: -0.5, color: 'action.active' }} />}
      sx={{
        ...{ minWidth: 120, px: 3, justifyContent: 'space-between' },
        fontWeight: chosen ? 550 : 400,
        fontSize: '1rem',
        minHeight: 44,
        borderColor: (theme) => theme.surfaces.controlBorder,
        ...(chosen && { bgcolor: 'action.selected' }),
      }}
      {...props}
    >
      {label}
    </Button>
  )
}
