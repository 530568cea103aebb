export { createTheme, ThemeProvider } from '@mui/material/styles';
