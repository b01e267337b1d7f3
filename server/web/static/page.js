// What a page does besides being read: nothing yet.
