import { MenuItem, Stack, TextField } from '@mui/material'
import type { Option } from '#web/ui'

interface FilterBarProps {
  search: string
  onSearch: (search: string) => void
  /** Label of the search field. */
  searchLabel: string
  /** Empty: all of them. */
  choice: string
  onChoose: (choice: string) => void
  choiceLabel: string
  allLabel: string
  options: readonly Option[]
}

/** The filters of an editor's list: a search, and a kind. */
export function FilterBar({ search, onSearch, searchLabel, choice, onChoose, choiceLabel, allLabel, options }: FilterBarProps) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, mb: 4 }}>
      <TextField
        hiddenLabel
        placeholder={searchLabel}
        slotProps={{ htmlInput: { 'aria-label': searchLabel } }}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        sx={{ flex: 1, maxWidth: { sm: 360 } }}
      />
      <TextField
        select
        hiddenLabel
        value={choice}
        onChange={(event) => onChoose(event.target.value)}
        sx={{ minWidth: 220 }}
        slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': choiceLabel } } }}
      >
        <MenuItem value="">{allLabel}</MenuItem>
        {options.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  )
}
