"""Names and workplaces of the demo's people; first and last names are combined at random."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Names:
    """Names that go together; `weight` says how many bear them."""

    weight: int
    women: str
    men: str
    last: str


NAMES: Final = (
    Names(
        weight=42,
        women="""
            Aadhya Aarohi Aditi Akshara Ananya Anika Anjali Ankita Archana Bhavana Bhavya Charvi Deepika Diya Esha
            Gauri Harshita Isha Ishani Jyoti Kavita Khushi Mahima Manisha Megha Meera Mrunal Navya Neelam Neha Nidhi
            Nikita Pallavi Pooja Prachi Pragya Preeti Priya Rashmi Riya Roshni Ruchi Saanvi Sakshi Saloni Sarita
            Shalini Shreya Shruti Sneha Sonali Sunita Swati Tanvi Tara Trisha Urvashi Vandana
        """,
        men="""
            Aakash Aarav Abhay Abhishek Aditya Ajay Akshay Amar Amit Aniket Arjun Arnav Ashok Ayush Bharat Chetan
            Chirag Deepak Dev Dhruv Dinesh Gaurav Girish Harsh Hemant Ishaan Jatin Jayant Karan Kunal Lokesh Manish
            Mihir Mukesh Nakul Naveen Nikhil Nitin Omkar Pankaj Parth Pranav Rahul Rajat Ritesh Rohan Rohit Sachin
            Sandeep Sanjay Saurabh Siddharth Sumit Tarun Tejas Uday Varun Vikas Vikram Vishal Vivek Yash
        """,
        last="""
            Agarwal Ahuja Apte Arora Bajaj Bhandari Bhardwaj Chaudhary Chauhan Chavan Chopra Dalal Dave Desai Deshmukh
            Deshpande Dixit Gaikwad Garg Goel Gokhale Goyal Grover Gupta Jadhav Jain Jha Joshi Kadam Kale Kapoor
            Khanna Khatri Kulkarni Mahajan Malhotra Mehra Mehta Mishra Pandey Parekh Patel Pathak Patil Pawar Rane
            Rastogi Rathore Rawat Sahni Saini Salvi Sawant Saxena Shah Sharma Shukla Singh Sinha Sood Srivastava
            Talwar Tambe Thakur Tiwari Trivedi Upadhyay Vaidya Verma Vyas Yadav
        """,
    ),
    Names(
        weight=30,
        women="""
            Aishwarya Anusha Aparna Chaitra Deepa Devika Dhanya Divya Gayatri Geetha Harini Indira Janaki Jaya Kalyani
            Kamala Kavya Keerthi Lakshmi Lalita Lavanya Leela Madhavi Malini Meena Nandini Nithya Padma Pranavi
            Radhika Renuka Revathi Rukmini Sandhya Savita Sharmila Sowmya Sreeja Uma Vaishnavi Varsha Vidya Yamini
        """,
        men="""
            Akhil Anand Anil Anirudh Arun Ashwin Balaji Bhaskar Chandan Darshan Dinakar Ganesh Gopal Govind Hari
            Harish Karthik Keshav Kishore Krishna Madhav Mahesh Manoj Mohan Naresh Prakash Pramod Praveen Rajesh
            Ramesh Ravi Sarath Satish Shankar Sridhar Srinivas Sudhir Suraj Suresh Umesh Venkat Vijay Vinay Vinod
        """,
        last="""
            Acharya Babu Bhat Gowda Hegde Iyer Kamath Kumar Menon Naidu Naik Nair Nambiar Pai Pillai Prabhu Prasad
            Raghavan Rajan Raman Rao Reddy Shenoy Shetty Subramanian Swamy Varma
        """,
    ),
    Names(
        weight=14,
        women="""
            Amrita Barnali Debjani Ishita Jayeeta Mitali Moumita Nabanita Paromita Payel Piyali Rituparna Sharmistha
            Shreyasi Sohini Sreya Sudeshna Susmita Tanushree Tiyasha
        """,
        men="""
            Abir Anirban Arindam Avik Debashish Dipankar Indranil Kaushik Pritam Raktim Ritwik Sayan Shubham Sourav
            Subhash Sudip Sujoy Swapan Tanmay Tapas
        """,
        last="""
            Banerjee Barua Basu Bhattacharya Biswas Borah Bose Chakraborty Chatterjee Das Dasgupta Datta Dutta Ganguly
            Ghosh Guha Mitra Mohanty Mukherjee Panda Roy Saha Sarkar Sen Sengupta
        """,
    ),
    Names(
        weight=9,
        women="""
            Afreen Ayesha Farah Fatima Heena Mehnaz Nazia Noor Parveen Rukhsar Sadia Sana Shabana Yasmin Zainab
        """,
        men="""
            Abdul Ayaan Danish Faisal Farhan Imran Irfan Junaid Kabir Rehan Salim Sameer Sohail Yusuf Zubair
        """,
        last="Ahmed Ali Ansari Baig Farooqui Hussain Khan Malik Mirza Pathan Qureshi Rizvi Shaikh Siddiqui",
    ),
    Names(
        weight=5,
        women="Anna Annie Elsa Grace Jincy Lissy Maria Neethu Reena Rose Sheeba Teresa",
        men="Abraham Ajit Alwin George Jacob Jobin Joseph Mathew Nelson Roy Thomas Xavier",
        last="Chacko Cherian Dsouza Fernandes George Kurian Mathew Pereira Philip Thomas Varghese",
    ),
)
PLACES: Final = """
    Pune Mumbai Bengaluru Hyderabad Chennai Delhi Kolkata Ahmedabad Jaipur Kochi Lucknow Indore Nagpur Coimbatore
    Bhubaneswar Chandigarh Mysuru Guwahati Remote
"""
