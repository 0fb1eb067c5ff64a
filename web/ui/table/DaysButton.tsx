import { Button, type ButtonProps } from '@mui/material'
import { Icon } from '../icons/index.js'

interface DaysButtonProps extends ButtonProps {
  label: string
  chosen?: boolean
}

/** What opens a filter over days; it stands there before its calendar has come. */
export function DaysButton({ label, chosen = false, ...props }: DaysButtonProps) {
  return (
    <Button
      color="inherit"
      variant="outlined"
      aria-haspopup="dialog"
      // It stands among selects.
      endIcon={<Icon name="dropdown" sx={{ fontSize: '1.5rem !important', color: 'action.active', ml: -1, mr: -2 }} />}
      sx={{
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
