/** Contact details that every form accepts. */
export const CONTACT = {
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@example.test",
  phone: "+372 600 1000",
  address: "Long street 1",
  city: "Tallinn",
  post_code: "10111",
  country: "EE",
} as const;
